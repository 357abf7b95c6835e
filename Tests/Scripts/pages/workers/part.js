self.parts = (self.parts || 0) + 1;
