-- AlterEnum
ALTER TYPE "stage_name" ADD VALUE 'picture';
